/** Of the program, as `quern --version` and the published interface say it. */
export const version = '0.1.0';

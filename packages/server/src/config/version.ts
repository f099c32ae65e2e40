/** The version of the program, as in `quern --version` and the published interface. */
export const version = '0.1.0';

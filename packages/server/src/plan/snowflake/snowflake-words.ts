/** Types of the engine's SQL with another name in Snowflake. */
const types: readonly (readonly [engine: RegExp, snowflake: string])[] = [
  [/\bU?HUGEINT\b/g, 'NUMBER(38,0)'],
  [/\bDECIMAL\(/g, 'NUMBER('],
  [/\bJSON\b/g, 'VARIANT'],
  [/\b(?:STRUCT|MAP)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, 'OBJECT'],
  [/\bBLOB\b/g, 'BINARY'],
  [/\bTIMESTAMP WITH TIME ZONE\b/g, 'TIMESTAMP_TZ'],
  [/\b\w+(?:\([\d,]*\))?(?:\[\d*\])+/g, 'ARRAY'],
];

const inSnowflakeTypes = (text: string) =>
  types.reduce((made, [engine, name]) => made.replace(engine, name), text);

const rules: readonly (readonly [words: RegExp, sentence: (...found: string[]) => string])[] = [
  [
    /^No function matches the given name and argument types '(\w+)\(([\s\S]*?)\)'\.[\s\S]*/,
    (name = '', args = '') =>
      `Invalid argument types for function '${name.toUpperCase()}': (${inSnowflakeTypes(args)})`,
  ],
  [
    /^Could not choose a best candidate function for the function call "(\w+)\(([\s\S]*?)\)"\.[\s\S]*/,
    (name = '', args = '') =>
      `Ambiguous argument types for function '${name.toUpperCase()}': (${inSnowflakeTypes(args)}); cast them`,
  ],
  [
    /^(?:Scalar|Table|Aggregate) Function with name "?(\w+)"? does not exist![\s\S]*/,
    (name = '') => `Unknown function ${name.toUpperCase()}`,
  ],
  // The engine's functions are not Snowflake's.
  [/(?<!\s)\s*Candidate (?:functions|macros):[\s\S]*/, () => ''],
];

/**
 * The engine's message about a Snowflake text, without the engine's lists of functions and types.
 */
export function inSnowflakeWords(message: string): string {
  for (const [words, sentence] of rules) {
    const found = words.exec(message);
    if (found) return `${message.slice(0, found.index)}${sentence(...found.slice(1))}`;
  }
  return message;
}

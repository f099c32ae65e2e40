/** What jobs need of a logger (pino's has it). */
export interface JobLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

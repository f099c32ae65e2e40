/** The methods of a logger that jobs need (pino has both). */
export interface JobLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** The typed client of Quern: the package's entry and only barrel. */
export {
  type Client,
  type ClientOptions,
  createClient,
  type Database,
  type OperationId,
} from './create-client.ts';
export { contentOf, identifierOf, tableNameOf } from './file-name.ts';
export type * from './generated/contract.ts';
export type { WaitOptions } from './jobs.ts';
export { ListRequest } from './list-request.ts';
export type { LoadOptions, LoadSource, TextOptions } from './load.ts';
export type { Arguments, CallOptions } from './operation.ts';
export { QuernError } from './quern-error.ts';
export { Query, type QueryOptions, type QueryRows } from './query.ts';
export { type FileFormat, Result, type Row, type Slice, type SliceOptions } from './result.ts';
export {
  type Uploaded,
  UploadInterrupted,
  type UploadOptions,
  type UploadProgress,
} from './upload.ts';
export type { UploadState } from './upload-session.ts';
export type { RandomAccess, UploadSource } from './upload-source.ts';

import type { CreateIndexRequest } from '@quern/contract';
import { badRequest } from '../../kernel/errors.ts';
import type { AnalyserSettings } from '../../search/bm25/analyser.ts';
import type { IndexDefinition, IndexedColumn } from '../../search/index-definition.ts';
import { refuseVectorOptions } from './vector-options.ts';

const textOptions = [
  'stemming',
  'stop_words',
  'ngram',
] as const satisfies readonly (keyof CreateIndexRequest)[];

const maxNgram = 8;

/** A full-text index on one or several columns of text. */
export function readTextIndex(
  request: CreateIndexRequest,
  columns: readonly IndexedColumn[],
  shown: string,
): IndexDefinition {
  refuseVectorOptions(request);
  const other = columns.find(({ type }) => type !== 'VARCHAR');
  if (other) {
    throw badRequest(
      `A bm25 index is of columns of text, and '${other.name}' of table '${shown}' is ${other.type}; index another column`,
    );
  }
  const { stemming = null, stop_words: stopWords = null, ngram = null } = request;
  if (ngram !== null && !(Number.isInteger(ngram) && ngram >= 1 && ngram <= maxNgram)) {
    throw badRequest(`'ngram' is a whole number of characters from 1 to ${maxNgram}`);
  }
  const ofWords = stemming === null ? (stopWords === null ? null : 'stop_words') : 'stemming';
  if (ngram !== null && ofWords !== null) {
    throw badRequest(
      `'${ofWords}' is of words, and an index with 'ngram' has none; give one of them`,
    );
  }
  const options: AnalyserSettings = {
    ngram: ngram ?? 0,
    ...(stemming !== null && { stemming }),
    ...(stopWords !== null && { stopWords }),
  };
  return { indexType: 'bm25', columns, options: { ...options } };
}

/** Clients send null for unused options. */
export function refuseTextOptions(request: CreateIndexRequest): void {
  const given = textOptions.find((option) => (request[option] ?? null) !== null);
  if (given === undefined) return;
  throw badRequest(
    `'${given}' is of full-text indexes; leave it out, or create one with index_type 'bm25'`,
  );
}

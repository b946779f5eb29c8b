import { Api } from './api.generated.ts';

export * from './errors.ts';
export type {
  Answer,
  ClientOptions,
  EventStream,
  Page,
  PagedAnswer,
  RequestOptions,
  WithResponse,
} from './request.ts';
export type * from './resources.generated.ts';
export type * from './schema.generated.ts';
export type { UploadFields, WaitOptions } from './sources.ts';
export type { UploadFile, UploadProgress } from './upload.ts';
export { verifyWebhook } from './verify-webhook.ts';

/** A client of Footnote: one property for each resource, one method for each call. */
export class Footnote extends Api {}

export type * from './api.ts'
export {
  type BatchOptions,
  type Client,
  createClient,
  type HistoryQuery,
  type Point,
  type Scope,
  type Scopes,
  type ScopesQuery,
  type Weather,
  type WeatherQuery,
} from './client.ts'
export { type ErrorCode, IsobarError } from './error.ts'
export type { ClientOptions, RequestOptions } from './request.ts'

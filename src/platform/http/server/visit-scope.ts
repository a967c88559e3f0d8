import { AsyncLocalStorage } from 'node:async_hooks'
import type { Taken } from '../limits/rate-limit.ts'

/** A page that is being rendered: its in-process API calls belong to one visit. */
export interface VisitScope {
  /** A self-declared crawler; no paid calls are made for it. */
  readonly isBot: boolean
  /** What is rendered is a preview of a page, made of what is in the cache. */
  readonly isPreview?: boolean
  /**
   * The limits that have counted this visit. A page makes several API calls and counts as one request,
   * allowed as a whole or not at all.
   */
  readonly counted: Map<string, Promise<Taken>>
}

/** Set while a page calls the API in-process; requests from outside have none and cannot claim one. */
export const visitScope = new AsyncLocalStorage<VisitScope>()

/** Whether the current call serves a page for a crawler. */
export function isForCrawler(): boolean {
  return visitScope.getStore()?.isBot === true
}

/** Whether the current call serves a preview, for which no provider is called. */
export function isForPreview(): boolean {
  return visitScope.getStore()?.isPreview === true
}

import { AsyncLocalStorage } from 'node:async_hooks'
import type { AppError } from '../../errors.ts'

/** A page being made: what it asks of the API within the process belongs to one visit. */
export interface VisitScope {
  /** A crawler that says so: nothing is paid for it. */
  readonly isBot: boolean
  /**
   * The limits that this visit has been counted under, each with the refusal or null: a page asks for several things and is one request,
   * let through as a whole or not at all.
   */
  readonly counted: Map<string, AppError | null>
}

/** Set while a page asks the API; a request from outside has none, and can claim none. */
export const visitScope = new AsyncLocalStorage<VisitScope>()

/** Whether what is being asked is for a page that a crawler looks at. */
export function isForCrawler(): boolean {
  return visitScope.getStore()?.isBot === true
}

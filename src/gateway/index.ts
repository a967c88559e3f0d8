export { type Budget, type BudgetLimits, type ClientShare } from './client-shares.ts'
export { openCallMeter, openGateway } from './open.ts'
export { createFailureBackoff } from './backoff.ts'
export {
  BUDGET_STATUSES,
  type BudgetStatus,
  HOUR_SECONDS,
  MINUTE_SECONDS,
  MONTH_SECONDS,
  computeSecondsUntilReset,
  computeWindowEnd,
} from './budget.ts'
export type { Listed } from './source-order.ts'
export { type CallContext, buildReadingContext } from './call-context.ts'
export { isBackground } from './policy.ts'
export { toAppError, buildNotConfiguredError } from './failure.ts'
export type { Gateway, Served, ServedScope } from './gateway.ts'
export type { CacheLayer, Requester, ScopeReading } from './reading.ts'
export type { Meter, Usage } from './paid-calls.ts'
export { type BlendedSeries, type BlendMode, blendRecords, type BlendRecords, NOTHING_BLENDED, selectBlendRecords } from './blending.ts'
export { BLEND_SOURCE, type BlendFacts, type BlendSkill, type CellBlend, encodeCellBlend, toBlendKey } from './cell-blend.ts'
export type { OnStored } from './source-fetch.ts'
export { toOutcome, waitUntilLate, awaitResultOrLate } from './race.ts'
export { type AlertRecord, listRecordAlerts, parseRecordData, type ScopeRecord } from './record.ts'
export { parseSupplementedData, NO_SUPPLEMENTS, type Supplement } from './supply.ts'
export { BudgetSpent, isOwnShareSpent } from './failure.ts'
export { isAirPoint, isDailyPoint, isHourlyPoint } from './stored-data.ts'
export { createSharedFetch } from './shared-fetch.ts'
export type { Refusal } from './inspection.ts'
export type { AlertProvider, Fetched, WarningStore, WeatherProvider } from './sources.ts'
export { getAccountId } from './reservation.ts'
export { createGatewayStore, type GatewayStore } from './store.ts'
export { gatewayTables, type GatewayTables } from './tables.ts'

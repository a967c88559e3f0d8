export {
  createSuppressionStore,
  erasePersonNote,
  exportPersonSuppression,
  findSuppressions,
  importSuppressions,
  liftUnsubscription,
  type SuppressionEntry,
  type SuppressionStore,
} from './store.ts'
export { type SuppressionReason, type SuppressionTables, suppressionTables } from './tables.ts'
export { openSuppression } from './open.ts'

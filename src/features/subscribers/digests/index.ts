export { erasePersonDigests, exportPersonDigests } from './person-store.ts'
export { type DigestTables, digestTables } from './tables.ts'
export { DIGEST_FREQUENCIES, periodOf } from './period.ts'
export { openDigests } from './open.ts'

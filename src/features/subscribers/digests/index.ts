export { erasePersonDigests, exportPersonDigests } from './person-store.ts'
export { type DigestTables, digestTables } from './tables.ts'
export { openDigests } from './open.ts'

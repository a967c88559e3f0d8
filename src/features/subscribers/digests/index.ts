export { createDigestJob } from './job.ts'
export { erasePersonDigests, exportPersonDigests } from './person-store.ts'
export { createDigestStore } from './store.ts'
export { type DigestTables, digestTables } from './tables.ts'

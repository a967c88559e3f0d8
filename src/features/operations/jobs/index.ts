export { type Job, type JobContext, type JobName, type JobResult, MAX_PREVIEW } from './job.ts'
export { jobTables } from './tables.ts'
export { openJobs } from './open.ts'

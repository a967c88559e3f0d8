import { answerJobs } from '../../../platform/sandbox/answer-jobs.ts'
import { readReport } from './read-report.ts'

answerJobs(readReport)

import { answerJobs } from '../../../platform/sandbox/answer-jobs.ts'
import { renderBody } from './content.ts'

answerJobs(renderBody)

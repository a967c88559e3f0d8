import { answerJobs } from '../../../platform/sandbox/answer-jobs.ts'
import { messageHtml } from './emails/message/body.ts'

answerJobs(messageHtml)

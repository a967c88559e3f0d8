import { answerJobs } from '../../../platform/sandbox/answer-jobs.ts'
import { renderMessageHtml } from './emails/message/body.ts'

answerJobs(renderMessageHtml)

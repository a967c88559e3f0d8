import type { Point } from '@isobar/weather'
import { getTranslator } from '../../../src/messages/messages.ts'
import { ApiFailure } from '../api/ask.ts'
import { createVisitApi } from '../api/server.ts'
import type { Context } from '../visit/context.ts'
import type { Reader } from '../visit/reader.server.ts'
import { REPORT_FIELDS } from './view/city-view.server.ts'

/** The outcome of a report, in words. */
export interface ReportOutcome {
  readonly isAccepted: boolean
  readonly status: number
  readonly text: string
}

const MAX_VALUE = 100
const MAX_COMMENT = 500

/** Submits a report of wrong weather. */
export async function sendReport(
  context: Context,
  { lat, lon }: Point,
  form: FormData,
  { lang, units }: Pick<Reader, 'lang' | 'units'>,
): Promise<ReportOutcome> {
  const { t } = getTranslator(lang)
  const field = REPORT_FIELDS.find(([each]) => each === form.get('field'))?.[0] ?? 'other'
  const observedValue = textIn(form, 'value')
  const comment = textIn(form, 'comment')
  if (observedValue.length > MAX_VALUE || comment.length > MAX_COMMENT)
    return { isAccepted: false, status: 400, text: t('city.reportWrong') }
  try {
    await createVisitApi(context).post('/api/weather/inaccurate-report', {
      body: { lat, lon, field, ...(observedValue === '' ? {} : { observedValue, units }), ...(comment === '' ? {} : { comment }) },
    })
    return { isAccepted: true, status: 200, text: t('city.reportThanks') }
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    const { status } = error
    return {
      isAccepted: false,
      status,
      text: t(status === 429 ? 'city.reportTooMany' : status === 400 ? 'city.reportWrong' : 'city.reportFailed'),
    }
  }
}

/** Without characters that the database cannot store. */
function textIn(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.replaceAll('\0', '').trim() : ''
}

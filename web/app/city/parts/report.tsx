import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { type Option, Options } from '../../components/choice.tsx'
import { Fold } from '../../components/fold.tsx'
import type { ReportOutcome } from '../report.server.ts'
import type { CityTexts } from '../texts.ts'
import styles from './report.module.css'

interface ReportOf {
  readonly fields: readonly Option[]
  readonly outcome: ReportOutcome | undefined
  readonly messages: CityTexts
}

/** Reports that the weather shown is wrong. A plain form; with scripts the page stays in place. */
export function Report({ fields, outcome, messages }: ReportOf) {
  const message = useRef<HTMLParagraphElement>(null)
  const isSending = useNavigation().formMethod === 'POST'
  useEffect(() => {
    if (outcome !== undefined) message.current?.focus()
  }, [outcome])
  return (
    <Fold id="report" title={messages.report} isOpen={outcome !== undefined}>
      {outcome !== undefined && (
        <p ref={message} role="status" tabIndex={-1} className={`note ${outcome.isAccepted ? 'good' : 'bad'}`}>
          {outcome.text}
        </p>
      )}
      {outcome?.isAccepted !== true && (
        <>
          <p className="soft">{messages.reportIntro}</p>
          <Form method="post" action="#report" preventScrollReset className={`stack gap-4 ${styles.form}`}>
            <div className="field">
              <label htmlFor="report-field">{messages.reportWhat}</label>
              <select id="report-field" name="field">
                <Options options={fields} />
              </select>
            </div>
            <div className="field">
              <label htmlFor="report-value">
                {messages.reportReally} <span className="soft small">({messages.optional})</span>
              </label>
              <input id="report-value" name="value" maxLength={100} autoComplete="off" />
            </div>
            <div className="field">
              <label htmlFor="report-comment">
                {messages.reportComment} <span className="soft small">({messages.optional})</span>
              </label>
              <textarea id="report-comment" name="comment" rows={2} maxLength={500} />
            </div>
            <button type="submit" className="button plain" disabled={isSending}>
              {messages.reportSend}
            </button>
          </Form>
        </>
      )}
    </Fold>
  )
}

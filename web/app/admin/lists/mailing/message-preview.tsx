import { Select, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api/browser.ts'
import { type Language, LANGUAGE_CHOICES } from '../../editing/choices.ts'
import { RenderedMail } from '../../editing/rendered-mail.tsx'
import { useAnswer } from '../../kit/api.tsx'
import { FailureNote } from '../../kit/notes.tsx'
import type { Draft } from './message.ts'

/** The message as its readers get it, in the frame of a language. */
export function MessagePreview({ draft: { subject, body, types } }: { readonly draft: Draft }) {
  const [lang, setLang] = useState<Language>('en')
  const isWritten = subject.trim() !== '' && body.trim() !== ''
  const [type = 'newsletter'] = types
  const { data, failure, reload } = useAnswer(`preview ${lang} ${type} ${subject} ${body}`, async () =>
    isWritten ? (await api.post('/api/admin/email/preview', { body: { subject, body, lang, type } })).preview : null,
  )
  if (!isWritten) return <Text c="dimmed">Your message appears here as you write.</Text>
  return (
    <>
      <Select
        label="Language of the frame"
        allowDeselect={false}
        value={lang}
        data={LANGUAGE_CHOICES}
        onChange={(value) => setLang(value as Language)}
        mb="sm"
      />
      <FailureNote failure={failure} onRetry={reload} />
      {data === undefined || data === null ? failure === undefined && <Skeleton h={420} /> : <RenderedMail mail={data} />}
    </>
  )
}

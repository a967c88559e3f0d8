import { Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { api } from '../../api/browser.ts'
import article from '../../routes/page.module.css?raw'
import site from '../../styles/site.css?raw'
import tokens from '../../styles/tokens.css?raw'
import type { Language } from '../editing/languages.ts'
import { PreviewFrame, type Scheme } from '../editing/preview-frame.tsx'
import { FIRST_VIEW, ViewControls } from '../editing/view-controls.tsx'
import { useAnswer } from '../kit/answer.ts'
import { FailureNote } from '../kit/failure.tsx'
import { Panel } from '../kit/panel.tsx'
import type { Text } from './text.ts'

const PAUSE_MS = 300

/** The text as the site would show it, with the site's styles. */
export function TextPreview({ text: { title, format, body }, lang }: { readonly text: Text; readonly lang: Language }) {
  const [view, setView] = useState(FIRST_VIEW)
  const [settled] = useDebouncedValue(JSON.stringify({ format, body }), PAUSE_MS)
  const { data, failure, reload } = useAnswer(settled, () =>
    api.post('/api/admin/cms-pages/preview', { body: JSON.parse(settled) as Pick<Text, 'format' | 'body'> }),
  )
  return (
    <Panel title="Preview">
      <ViewControls view={view} onChange={setView} />
      {failure !== undefined && <FailureNote failure={failure} onRetry={reload} />}
      {data === undefined ? (
        failure === undefined && <Skeleton h={420} />
      ) : (
        <PreviewFrame title="Page preview" html={pageOf(title, data.html, { lang, scheme: view.scheme })} {...view} />
      )}
    </Panel>
  )
}

const IN_FRAME = 'body { padding: var(--space-4); }'

function pageOf(title: string, html: string, { lang, scheme }: { readonly lang: Language; readonly scheme: Scheme }): string {
  const heading = document.createElement('h1')
  heading.textContent = title
  return `<!doctype html><html lang="${lang}" data-theme="${scheme}"><head><style>${tokens}${site}${article}${IN_FRAME}</style></head><body><article class="card text">${heading.outerHTML}<div>${html}</div></article></body></html>`
}

import { Tabs } from '@mantine/core'
import { useState } from 'react'
import { FIRST_VIEW, PreviewFrame, ViewControls } from './preview-frame.tsx'
import styles from './rendered-mail.module.css'

interface Props {
  readonly mail: { readonly subject: string; readonly html: string; readonly text: string }
}

/** A mail as its reader sees it: its subject, HTML in a frame of its own (phone and desktop, light and dark), and plain text. */
export function RenderedMail({ mail: { subject, html, text } }: Props) {
  const [view, setView] = useState(FIRST_VIEW)
  return (
    <>
      <p className={styles.subject}>{subject}</p>
      <Tabs defaultValue="html" keepMounted={false}>
        <Tabs.List mb="sm">
          <Tabs.Tab value="html">HTML</Tabs.Tab>
          <Tabs.Tab value="text">Plain text</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="html">
          <ViewControls view={view} onChange={setView} />
          <PreviewFrame title="Email preview" html={html} {...view} />
        </Tabs.Panel>
        <Tabs.Panel value="text">
          <pre className={styles.text}>{text}</pre>
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

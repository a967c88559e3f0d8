import { Text, Title, Typography } from '@mantine/core'
import { useEffect, useState } from 'react'

/** Renders a message by the mail's own rules: HTML stays text and pictures are left out. */
export function MessagePreview({ subject, body }: { readonly subject: string; readonly body: string }) {
  const [render, setRender] = useState<((text: string) => string) | null>(null)
  useEffect(() => {
    void createRenderer().then((renderer) => setRender(() => renderer))
  }, [])
  if (subject.trim() === '' && body.trim() === '') return <Text c="dimmed">Your message appears here as you write.</Text>
  return (
    <div aria-live="off">
      <Title order={3} mb="md">
        {subject}
      </Title>
      {render === null ? null : <Typography dangerouslySetInnerHTML={{ __html: render(body) }} />}
    </div>
  )
}

/** Loaded on demand, since only this page needs it. */
async function createRenderer(): Promise<(text: string) => string> {
  const { default: MarkdownIt } = await import('markdown-it')
  const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false }).disable(['image', 'table'])
  return (text) => markdown.render(text)
}

import { Button, Select, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type Language, LANGUAGE_CHOICES } from '../editing/languages.ts'
import { FormModal } from '../kit/form-modal.tsx'
import { Icon } from '../kit/icon.tsx'
import { useMe } from '../kit/me.ts'

const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/

/** Asks for a new page's address, and opens its editor. */
export function NewPage() {
  const [isOpen, modal] = useDisclosure(false)
  const [slug, setSlug] = useState('')
  const [lang, setLang] = useState<Language>('en')
  const navigate = useNavigate()
  if (!useMe().may('editor')) return null
  const isWrong = slug !== '' && !SLUG.test(slug)
  return (
    <>
      <Button leftSection={<Icon name="plus" size={16} />} onClick={modal.open}>
        New page
      </Button>
      <FormModal
        isOpen={isOpen}
        title="New page"
        label="Write page"
        isBusy={false}
        isIncomplete={slug === '' || isWrong}
        onClose={modal.close}
        onSubmit={(event) => {
          event.preventDefault()
          if (SLUG.test(slug)) void navigate(`/admin/pages/${slug}?lang=${lang}`)
        }}
      >
        <TextInput
          label="URL name"
          description={`/pages/${slug === '' ? '…' : slug}`}
          required
          autoComplete="off"
          value={slug}
          error={isWrong && 'Use lowercase letters, digits and hyphens'}
          onChange={({ currentTarget }) => setSlug(currentTarget.value.trim())}
        />
        <Select
          label="Language"
          allowDeselect={false}
          value={lang}
          data={LANGUAGE_CHOICES}
          onChange={(chosen) => setLang(chosen as Language)}
        />
      </FormModal>
    </>
  )
}

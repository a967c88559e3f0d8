import { Modal, TextInput, UnstyledButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../api/browser.ts'
import { useAnswer } from '../kit/api.tsx'
import { Icon } from '../kit/icon.tsx'
import { useMe } from '../kit/me.ts'
import { getSettingId } from '../settings/setting-field.tsx'
import { type Config, formatSettingLabel } from '../settings/unit.ts'
import styles from './command-palette.module.css'
import { takeShortcut } from './early-shortcut.ts'
import { NAVIGATION, type NavigationPage, OWN_PAGES } from './navigation.ts'

interface Found extends NavigationPage {
  readonly group: string
}

const PAGES: readonly Found[] = [...NAVIGATION, OWN_PAGES].flatMap(({ label, pages }) => pages.map((page) => ({ ...page, group: label })))

export interface CommandPaletteProps {
  readonly isOpen: boolean
  onOpen(): void
  onClose(): void
}

/** Opens any page or setting by part of its name: ⌘K or Ctrl K. */
export function CommandPalette({ isOpen, onOpen, onClose }: CommandPaletteProps) {
  useHotkeys([['mod+K', onOpen]], [])
  const open = useEffectEvent(onOpen)
  useEffect(() => {
    if (takeShortcut()) open()
  }, [])
  return (
    <Modal opened={isOpen} onClose={onClose} title="Go to a page" padding="md" yOffset="12vh" centered={false}>
      <Chooser onClose={onClose} />
    </Modal>
  )
}

function Chooser({ onClose }: { onClose(): void }) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const navigate = useNavigate()
  const id = useId()
  const { may } = useMe()
  const config = useAnswer('config', () => api.get('/api/admin/config'))
  // Settings only for a search: they are many.
  const found = [...matching(PAGES, text), ...(text.trim() === '' ? [] : matching(settingsOf(config.data), text))].filter(
    ({ needs = 'viewer' }) => may(needs),
  )
  const active = found[chosen]

  const go = (page: Found | undefined) => {
    if (page === undefined) return
    onClose()
    void navigate(page.to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') go(active)
    else if (event.key === 'ArrowDown') setChosen((chosen + 1) % Math.max(1, found.length))
    else if (event.key === 'ArrowUp') setChosen((chosen - 1 + found.length) % Math.max(1, found.length))
    else return
    event.preventDefault()
  }

  return (
    <>
      <TextInput
        aria-label="Page"
        placeholder="Users, outbox, limits …"
        leftSection={<Icon name="search" size={16} />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setChosen(0)
        }}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-activedescendant={active === undefined ? undefined : `${id}-${chosen}`}
        autoComplete="off"
        data-autofocus
      />
      <div id={id} role="listbox" aria-label="Pages" className={styles.list}>
        {found.map((page, index) => (
          <UnstyledButton
            key={page.to}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className={styles.option}
            onClick={() => go(page)}
            onMouseMove={() => setChosen(index)}
          >
            <Icon name={page.icon} />
            <span>{page.label}</span>
            <span className={styles.group}>{page.group}</span>
          </UnstyledButton>
        ))}
      </div>
      {found.length === 0 ? <p className={styles.none}>No pages or settings found.</p> : null}
    </>
  )
}

function settingsOf(config: Config | undefined): Found[] {
  return Object.entries(config?.bounds ?? {}).flatMap(([name, bounds]) => {
    if (bounds === undefined) return []
    const { group, meaning } = bounds
    return [
      {
        to: `/admin/settings#${getSettingId(name)}`,
        label: formatSettingLabel(name),
        icon: 'settings',
        group: `Settings: ${group}`,
        words: `${name} ${meaning}`,
      },
    ]
  })
}

function matching(pages: readonly Found[], text: string): readonly Found[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return pages.filter((page) => {
    const all = `${page.label} ${page.group} ${page.words ?? ''}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
}

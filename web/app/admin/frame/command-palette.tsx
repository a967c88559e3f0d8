import { Modal, TextInput, UnstyledButton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { Icon } from '../kit/icon.tsx'
import styles from './command-palette.module.css'
import { takeShortcut } from './early-shortcut.ts'
import { type Offer, useOffers } from './found.ts'

export interface CommandPaletteProps {
  readonly isOpen: boolean
  onOpen(): void
  onClose(): void
}

/** Opens or does whatever has a name, by part of it: ⌘K or Ctrl K. */
export function CommandPalette({ isOpen, onOpen, onClose }: CommandPaletteProps) {
  useHotkeys([['mod+K', onOpen]], [])
  const open = useEffectEvent(onOpen)
  useEffect(() => {
    if (takeShortcut()) open()
  }, [])
  return (
    <Modal opened={isOpen} onClose={onClose} title="Find or do something" padding="md" yOffset="12vh" centered={false}>
      <Chooser onClose={onClose} />
    </Modal>
  )
}

function Chooser({ onClose }: { onClose(): void }) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const found = useOffers(text)
  const active = found[chosen]
  useEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, chosen])

  const go = (offer: Offer | undefined) => {
    if (offer === undefined) return
    onClose()
    void offer.run()
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
        aria-label="Find"
        placeholder="Users, an address, a place, a setting, passkey …"
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
      <div id={id} role="listbox" aria-label="Found" className={styles.list}>
        {found.map((offer, index) => (
          <UnstyledButton
            key={`${offer.group} ${offer.label}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className={styles.option}
            onClick={() => go(offer)}
            onMouseMove={() => setChosen(index)}
          >
            <Icon name={offer.icon} />
            <span>{offer.label}</span>
            <span className={styles.group}>{offer.group}</span>
          </UnstyledButton>
        ))}
      </div>
      {found.length === 0 ? <p className={styles.none}>Nothing is called that.</p> : null}
    </>
  )
}

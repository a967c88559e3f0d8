import { useState, useSyncExternalStore } from 'react'
import { Icon } from '../../components/icon.tsx'
import type { CityTexts } from '../texts.ts'
import styles from './share.module.css'

/** Shares the page's address by the device's own means, or copies it. Needs scripts: its space is reserved until they run. */
export function Share({ title, messages }: { readonly title: string; readonly messages: CityTexts }) {
  const isReady = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const [told, setTold] = useState('')

  const share = async () => {
    const { origin, pathname } = globalThis.location
    const url = origin + pathname
    try {
      if (typeof navigator.share === 'function') return await navigator.share({ title, url })
      await navigator.clipboard.writeText(url)
      setTold(messages.copied)
    } catch (error) {
      // The user cancelled.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setTold(messages.notCopied)
    }
  }
  return (
    <>
      <button type="button" className={`button plain ${styles.share}`} data-ready={isReady} onClick={() => void share()}>
        <Icon name="share" />
        {messages.share}
      </button>
      <span role="status" className={styles.told}>
        {told}
      </span>
    </>
  )
}

/** For a value that never changes: whether scripts run. */
function never(): () => void {
  return () => undefined
}

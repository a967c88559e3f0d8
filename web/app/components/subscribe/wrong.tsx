import styles from './subscribe.module.css'

/** What makes a field wrong to those who hear it. */
export function invalid(text: string | undefined, describedBy: string) {
  return text === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': describedBy }
}

export function Wrong({ id, text }: { readonly id: string; readonly text: string | undefined }) {
  return text === undefined ? null : (
    <p id={id} className={styles.wrong}>
      {text}
    </p>
  )
}

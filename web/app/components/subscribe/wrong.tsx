import styles from './subscribe.module.css'

/** Attributes that tell screen readers what is wrong with a field. */
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

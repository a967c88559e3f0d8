/** What is read of an hour or a day: when, then its values. It stands above its figure (`read-out.module.css`) and takes no room. */
export function ReadOut({ lines: [when, ...values] }: { readonly lines: readonly string[] }) {
  return (
    <p role="status">
      <strong>{when}</strong>
      {values.map((value) => (
        <span key={value}>{value}</span>
      ))}
    </p>
  )
}

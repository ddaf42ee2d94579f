/** An email address, which wraps before the '@' in a narrow column, or a name. */
export function EmailAddress({ address }: { address: string }) {
  const [local, ...rest] = address.split(/(?=@)/)
  return (
    <span className="tabular:inline-block tabular:min-w-28">
      {local}
      <wbr />
      {rest}
    </span>
  )
}

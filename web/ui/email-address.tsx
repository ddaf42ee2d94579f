/** In a column that is too narrow for it, it breaks before the '@', not within a word. A name stays as it is. */
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

type Props = { name: string; address: string | null }

/** A name, an email address or both. The address wraps before the '@' in a narrow column. */
export function NameAndAddress({ name, address }: Props) {
  const [local, ...rest] = address?.split(/(?=@)/) ?? []
  return (
    <span className="tabular:inline-block tabular:min-w-28">
      {name}
      {address !== null && (
        <span className={name === '' ? undefined : 'block text-sm text-muted'}>
          {local}
          <wbr />
          {rest}
        </span>
      )}
    </span>
  )
}

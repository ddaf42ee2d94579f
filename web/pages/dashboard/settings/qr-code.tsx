import { encode } from 'uqr'

type QrCodeProps = { text: string; label: string; className: string }

/** Always black on white, because cameras need that contrast. The border (quiet zone) is part of the standard. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  return (
    // eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> needs a URL, and the secret must not be in one
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className={className}>
      <rect width={size} height={size} fill="#fff" />
      <path d={toPath(data)} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

function toPath(rows: boolean[][]): string {
  return rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
}

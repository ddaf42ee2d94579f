import { encode } from 'uqr'

type QrCodeProps = { text: string; label: string; className: string }

/** Black on white in dark mode too: cameras want it so. The border is part of what they look for. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  return (
    // eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> needs an address, and the secret belongs in none
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className={className}>
      <rect width={size} height={size} fill="#fff" />
      <path d={squares(data)} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

function squares(rows: boolean[][]): string {
  return rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
}

export function NotFoundPicture() {
  return (
    <svg viewBox="0 0 160 120" aria-hidden="true" className="h-32 w-40">
      <ellipse cx="80" cy="110" rx="44" ry="6" className="fill-line" />
      <g transform="rotate(-14 80 70)">
        <path d="M30 52h100c0 32-20 54-50 54S30 84 30 52Z" className="fill-mint" />
        <path d="M36 68h88c-2 7-4 13-8 18H44c-4-5-6-11-8-18Z" className="fill-forest" />
        <ellipse
          cx="80"
          cy="52"
          rx="50"
          ry="10"
          className="fill-card stroke-forest"
          strokeWidth="3"
        />
      </g>
      <circle cx="136" cy="98" r="12" className="fill-marigold" />
      <circle cx="104" cy="16" r="8" className="fill-marigold" />
    </svg>
  )
}

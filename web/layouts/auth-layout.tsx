import type { ReactNode } from 'react'

import { layoutText as text } from '#web/text/layout.ts'

import { LanguageChoice, Logo } from './frame.tsx'

type AuthLayoutProps = { title: string; intro?: ReactNode; children: ReactNode }

/** A form on the left. Large screens show the promotional panel on the right, 60 to 40 (specification §2). */
export function AuthLayout({ title, intro, children }: AuthLayoutProps) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[3fr_2fr]">
      <title>{text.pageTitle({ title })}</title>
      <div className="flex flex-col px-5 pt-5 pb-12 sm:px-10 sm:pt-8">
        <header>
          <Logo />
        </header>
        <main className="mx-auto w-full max-w-md pt-10 sm:my-auto sm:pt-12">
          <h1 className="text-2xl font-extrabold">{title}</h1>
          {intro && <div className="mt-2 text-pretty text-muted">{intro}</div>}
          <div className="mt-7">{children}</div>
        </main>
        <footer className="mx-auto w-full max-w-md pt-10">
          <LanguageChoice />
        </footer>
      </div>
      <aside className="relative hidden overflow-hidden bg-forest-deep text-on-forest-deep lg:block">
        <div className="sticky top-0 flex h-dvh flex-col justify-between gap-8 p-12 xl:p-16">
          <PromotionalPicture />
          <div>
            <h2 className="max-w-[16ch] text-3xl font-extrabold">{text.headline}</h2>
            <p className="mt-5 max-w-prose text-lg opacity-90">{text.subline}</p>
          </div>
        </div>
      </aside>
    </div>
  )
}

/** Coins that fall into a bowl, drawn for Ajo. */
function PromotionalPicture() {
  return (
    <svg
      viewBox="0 0 480 440"
      aria-hidden="true"
      className="mx-auto min-h-0 w-full max-w-md shrink"
    >
      <g fill="none" stroke="#dff5e6" strokeOpacity="0.14" strokeWidth="1.5">
        <circle cx="240" cy="250" r="90" />
        <circle cx="240" cy="250" r="140" />
        <circle cx="240" cy="250" r="190" />
      </g>
      <Paths />
      <Bowl />
      <Coins />
    </svg>
  )
}

function Paths() {
  return (
    <g
      fill="none"
      stroke="#f5b841"
      strokeOpacity="0.5"
      strokeWidth="2"
      strokeDasharray="2 9"
      strokeLinecap="round"
    >
      <path d="M62 176C96 104 178 122 214 236" />
      <path d="M150 62c46 12 72 78 78 170" />
      <path d="M330 62c-46 12-66 78-72 170" />
      <path d="M420 176c-34-72-118-54-154 60" />
    </g>
  )
}

function Bowl() {
  return (
    <g>
      <ellipse cx="240" cy="404" rx="104" ry="14" fill="#012a1f" />
      <path d="M108 256h264c0 84-48 146-132 146s-132-62-132-146Z" fill="#0b7a50" />
      <path d="M114 292h252c-4 18-9 32-17 46H131c-8-14-13-28-17-46Z" fill="#00663f" />
      <path
        d="m128 322 16-14 16 14 16-14 16 14 16-14 16 14 16-14 16 14 16-14 16 14 16-14 16 14 16-14 16 14"
        fill="none"
        stroke="#f5b841"
        strokeWidth="4"
        strokeLinejoin="round"
      />
      <ellipse cx="240" cy="256" rx="132" ry="24" fill="#dff5e6" />
      <ellipse cx="240" cy="258" rx="118" ry="18" fill="#013d2c" />
      <g fill="#f5b841" stroke="#d99a1f" strokeWidth="2">
        <ellipse cx="196" cy="262" rx="22" ry="8" />
        <ellipse cx="284" cy="263" rx="22" ry="8" />
        <ellipse cx="240" cy="257" rx="24" ry="9" />
      </g>
    </g>
  )
}

function Coins() {
  return (
    <g>
      <Coin x={58} y={186} radius={26} colour="#f5b841" />
      <Coin x={144} y={64} radius={30} colour="#dff5e6" />
      <Coin x={336} y={64} radius={30} colour="#e8795c" />
      <Coin x={424} y={186} radius={26} colour="#f5b841" />
      <Coin x={240} y={150} radius={34} colour="#f5b841" />
    </g>
  )
}

function Coin({ x, y, radius, colour }: { x: number; y: number; radius: number; colour: string }) {
  const inner = radius * 0.74
  return (
    <g transform={`translate(${x} ${y})`}>
      <circle r={radius} fill={colour} />
      <circle r={inner} fill="none" stroke="#013d2c" strokeOpacity="0.35" strokeWidth="2" />
      <path
        d="M-7-9v18M7-9v18M-7-9 7 9M-11-3h22M-11 3h22"
        transform={`scale(${radius / 26})`}
        fill="none"
        stroke="#013d2c"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
    </g>
  )
}

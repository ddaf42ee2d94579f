import type { ReactNode } from 'react'

import { layoutText } from '#web/text/layout.ts'

import { LanguageChoice } from './language-choice.tsx'
import { Logo } from './logo.tsx'
import { PromotionalPicture } from './promotional-picture.tsx'

type AuthLayoutProps = { title: string; intro?: ReactNode; children: ReactNode }

/** A form on the left. Large screens show the promotional panel on the right, 60 to 40 (specification §2). */
export function AuthLayout({ title, intro, children }: AuthLayoutProps) {
  const text = layoutText
  return (
    <div className="grid min-h-dvh lg:grid-cols-[3fr_2fr]">
      <title>{text.pageTitle(title)}</title>
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

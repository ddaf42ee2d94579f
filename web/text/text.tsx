import { createContext, use, type ReactNode } from 'react'

/** Translations by the English catalogue they stand for. English itself needs none. */
export type Translations = ReadonlyMap<object, object>

const TranslationContext = createContext<Translations>(new Map())

export function TextProvider({
  translations,
  children,
}: {
  translations: Translations
  children: ReactNode
}) {
  return <TranslationContext value={translations}>{children}</TranslationContext>
}

/**
 * The text of one area in the reader's language. Components hold no text of their own: they name the English catalogue of their area,
 * `const text = useText(campaignText)`, and a language that has a translation of it puts its own in place.
 */
export function useText<Catalogue extends object>(english: Catalogue): Catalogue {
  return (use(TranslationContext).get(english) as Catalogue | undefined) ?? english
}

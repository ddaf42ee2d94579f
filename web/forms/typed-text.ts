import { browserNames } from '#shared/browser-names.ts'

import { readSessionStorage, writeSessionStorage } from '../api/session-storage.ts'

type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Texts = Record<string, string>

/**
 * Restores what was typed into a form of this page, and stores what is typed from now on, so that going back, going forward and reloading lose
 * nothing. Passwords and codes are left out. Returns a function that ends it.
 */
export function keepTypedText(form: HTMLFormElement, name: string): () => void {
  const stored = readAll()[toKey(name)] ?? {}
  for (const field of listTextFields(form)) {
    const text = stored[field.name]
    if (text !== undefined && isUntouched(field)) setText(field, text)
  }
  const save = () => saveTypedText(form, name)
  form.addEventListener('input', save)
  return () => form.removeEventListener('input', save)
}

export function saveTypedText(form: HTMLFormElement, name: string): void {
  const texts = listTextFields(form).map((field): [string, string] => [field.name, field.value])
  write(name, Object.fromEntries(texts))
}

/** Called when the form was accepted. */
export function forgetTypedText(name: string): void {
  write(name, undefined)
}

function write(name: string, texts: Texts | undefined) {
  const { [toKey(name)]: _, ...others } = readAll()
  writeSessionStorage(browserNames.typedText, { ...others, ...(texts && { [toKey(name)]: texts }) })
}

const toKey = (name: string) => `${location.pathname} ${name}`

function readAll(): Record<string, Texts> {
  return (readSessionStorage(browserNames.typedText) ?? {}) as Record<string, Texts>
}

const textTypes = ['text', 'email', 'tel', 'search', 'textarea', 'select-one']

function listTextFields(form: HTMLFormElement): TextField[] {
  return [...form.elements].filter((element): element is TextField => {
    const field = element as TextField
    return (
      textTypes.includes(field.type) && field.name !== '' && field.autocomplete !== 'one-time-code'
    )
  })
}

function isUntouched(field: TextField): boolean {
  if (field instanceof HTMLSelectElement) return field.selectedIndex <= 0
  return field.value === field.defaultValue
}

/** By the prototype's setter and an event, so that React and the form's own state notice it. */
function setText(field: TextField, text: string) {
  const { prototype } = field.constructor as { prototype: object }
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

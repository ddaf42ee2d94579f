import type { ComponentProps, SubmitEvent } from 'react'

import { resolvePath, type Location, type Path } from './location.ts'
import { LocationContext, NavigatorContext, useContextValue } from './page-view.tsx'
import type { NavigateOptions } from './router.ts'

type SubmitOptions = { replace?: boolean | undefined; submitter?: HTMLElement | null }

type Props = Omit<ComponentProps<'form'>, 'action' | 'method'> & {
  action?: string
  method?: 'get' | 'post'
  replace?: boolean
}

/** A form that opens a page with its fields in the search, or that the action of the page handles. */
export function Form({ replace, onSubmit, ...props }: Props) {
  const { opensDocuments } = useContextValue(NavigatorContext)
  const submit = useSubmit()
  const handle = (event: SubmitEvent<HTMLFormElement>) => {
    onSubmit?.(event)
    if (event.defaultPrevented || opensDocuments) return
    event.preventDefault()
    const { submitter } = event.nativeEvent as globalThis.SubmitEvent
    const form = event.currentTarget
    void submit(form, { replace, submitter }).catch((error: unknown) => {
      submitNatively(form, error)
    })
  }
  return <form {...props} onSubmit={handle} />
}

/** The browser sends a form whose handler failed, so that the server handles it. The error is reported like every error of the page. */
export function submitNatively(form: HTMLFormElement, error: unknown): void {
  setTimeout(() => {
    throw error
  })
  form.submit()
}

/** Sends a form as if it had been submitted. */
export function useSubmit() {
  const { navigate } = useContextValue(NavigatorContext)
  const location = useContextValue(LocationContext)
  return async (form: HTMLFormElement | null, options: SubmitOptions = {}): Promise<void> => {
    if (form) await navigate(...toNavigation(form, location, options))
  }
}

function toNavigation(
  form: HTMLFormElement,
  location: Location,
  { replace, submitter = null }: SubmitOptions,
): [Path, NavigateOptions] {
  const fields = readFields(form, submitter)
  // The properties of a form are hidden by fields of the same name, so its attributes are read.
  const path = resolvePath(form.getAttribute('action') ?? '', location)
  if (!path) throw new Error('a form must lead to a page of this site')
  if (form.getAttribute('method') !== 'post')
    return [{ ...path, search: `?${toSearch(fields)}`, hash: '' }, { replace }]
  // A form without a file is sent as browsers send it.
  const isMultipart = form.getAttribute('enctype') === 'multipart/form-data'
  const formData = isMultipart ? fields : toSearch(fields)
  return [path, { replace, formMethod: 'post', formData }]
}

/** The fields with the button that was pressed, which `FormData` itself reads in newer browsers only. */
function readFields(form: HTMLFormElement, submitter: HTMLElement | null): FormData {
  const fields = new FormData(form)
  const name = submitter?.getAttribute('name')
  if (name) fields.append(name, submitter?.getAttribute('value') ?? '')
  return fields
}

function toSearch(form: FormData): URLSearchParams {
  const search = new URLSearchParams()
  for (const [name, value] of form)
    search.append(name, typeof value === 'string' ? value : value.name)
  return search
}

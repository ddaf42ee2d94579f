import type { ComponentProps, SubmitEvent } from 'react'

import { toHref, type Location } from './location.ts'
import { LocationContext, NavigatorContext, useContextValue } from './page-view.tsx'
import type { NavigateOptions } from './router.ts'

type SubmitOptions = { replace?: boolean | undefined; submitter?: HTMLElement | null }

type Props = Omit<ComponentProps<'form'>, 'action' | 'method'> & {
  action?: string
  method?: 'get' | 'post'
  /** The browser sends the form and loads the document of its answer. */
  reloadDocument?: boolean
  replace?: boolean
}

/** A form that opens a page with its fields in the search, or that the action of the page handles. */
export function Form({ reloadDocument = false, replace, onSubmit, ...props }: Props) {
  const submit = useSubmit()
  const handle = (event: SubmitEvent<HTMLFormElement>) => {
    onSubmit?.(event)
    if (event.defaultPrevented || reloadDocument) return
    event.preventDefault()
    const { submitter } = event.nativeEvent as globalThis.SubmitEvent
    void submit(event.currentTarget, { replace, submitter })
  }
  return <form {...props} onSubmit={handle} />
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
): [string, NavigateOptions] {
  const formData = new FormData(form, submitter)
  const action = form.getAttribute('action')
  if (form.method !== 'post') {
    const path = new URL(action ?? location.pathname, window.location.origin).pathname
    return [`${path}?${toSearch(formData)}`, { replace }]
  }
  // A form without a file is sent as browsers send it.
  const body = form.enctype === 'multipart/form-data' ? formData : toSearch(formData)
  const here = toHref({ pathname: location.pathname, search: location.search })
  return [action ?? here, { replace, formMethod: 'post', formData: body }]
}

function toSearch(form: FormData): URLSearchParams {
  const search = new URLSearchParams()
  for (const [name, value] of form)
    search.append(name, typeof value === 'string' ? value : value.name)
  return search
}

import { createContext } from 'react'

/** True on public pages: they have no client router, so a form loads the document of its answer. */
export const DocumentForms = createContext(false)

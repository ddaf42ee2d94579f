import { NotFound } from '../parts/dashboard/not-found.tsx'

export function Component() {
  return <NotFound />
}

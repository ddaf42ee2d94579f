import { NotFound } from '../../features/dashboard/not-found.tsx'

export function Component() {
  return <NotFound />
}

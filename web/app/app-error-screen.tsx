import { TakenDown } from '../pages/taken-down.tsx'
import { ErrorScreen } from './error-screen.tsx'

/** The error screen of all pages that the app or the server renders. */
export const AppErrorScreen = () => <ErrorScreen TakenDown={TakenDown} />

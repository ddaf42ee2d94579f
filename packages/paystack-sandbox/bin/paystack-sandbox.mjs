#!/usr/bin/env node
import { existsSync } from 'node:fs'

// The published package has the built files; in its repository Node runs the sources.
const built = new URL('../dist/main.js', import.meta.url)
await import(existsSync(built) ? built.href : '../src/main.ts')

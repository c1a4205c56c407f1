import { render } from 'preact';
import { App } from './app.tsx';
import { follow } from './api/live.ts';

const root = document.getElementById('console');
if (root !== null) render(<App />, root);
follow();

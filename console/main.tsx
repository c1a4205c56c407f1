import { render } from 'preact';
import { follow } from './api/live.ts';
import { App } from './app.tsx';

const root = document.getElementById('console');
if (root !== null) render(<App />, root);
follow();

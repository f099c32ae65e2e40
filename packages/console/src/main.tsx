import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { resume } from './session/session.ts';
import './styles/base.css';
import './styles/controls.css';
import './styles/shell.css';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no place for the console');
void resume();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

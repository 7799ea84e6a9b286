#!/usr/bin/env python3
"""Drives `git libra lsp` with the client of pygls, as an editor would.

    lsp_client.py BINARY CHECKOUT

CHECKOUT has catalogs that lint clean. For one catalog: it is opened (no findings), a range in it is damaged (CAT306, and a
code action that mends it), the symbol's hover and definition are asked for, and the text is formatted. Nothing is
written. Needs the Python package `pygls`.
"""

import asyncio
import pathlib
import re
import sys

from lsprotocol import types
from pygls.lsp.client import BaseLanguageClient


async def main(binary, root):
    client = BaseLanguageClient("script", "1")
    published = asyncio.Queue()
    client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda params: published.put_nowait(params))
    await client.start_io(str(binary), "-C", str(root), "lsp", "--stdio")
    answer = await client.initialize_async(
        types.InitializeParams(capabilities=types.ClientCapabilities(), root_uri=root.as_uri(), process_id=None)
    )
    print("server:", answer.server_info.name, answer.server_info.version)
    client.initialized(types.InitializedParams())
    mention = re.compile(r"`[^`]+` \(L(\d+)-L(\d+)\)")
    path = next(p for p in sorted(root.rglob("catalog.md")) if mention.search(p.read_text(encoding="utf-8")))
    text, uri = path.read_text(encoding="utf-8"), path.as_uri()
    document = types.TextDocumentIdentifier(uri=uri)
    client.text_document_did_open(types.DidOpenTextDocumentParams(
        text_document=types.TextDocumentItem(uri=uri, language_id="markdown", version=1, text=text)))
    clean = await asyncio.wait_for(published.get(), 60)
    assert not clean.diagnostics, clean
    match = mention.search(text)
    damaged = text[: match.end(2)] + "9" + text[match.end(2) :]
    client.text_document_did_change(types.DidChangeTextDocumentParams(
        text_document=types.VersionedTextDocumentIdentifier(uri=uri, version=2),
        content_changes=[types.TextDocumentContentChangeWholeDocument(text=damaged)]))
    found = await asyncio.wait_for(published.get(), 60)
    codes = [d.code for d in found.diagnostics]
    assert codes and set(codes) <= {"CAT305", "CAT306"}, codes
    place = found.diagnostics[0].range
    actions = await client.text_document_code_action_async(types.CodeActionParams(
        text_document=document, range=place, context=types.CodeActionContext(diagnostics=found.diagnostics)))
    print("findings:", codes, "actions:", [action.title for action in actions])
    assert any(action.edit and uri in action.edit.changes for action in actions)
    line = text[: match.start()].count("\n")
    column = len(text[text.rfind("\n", 0, match.start()) + 1 : match.start()].encode("utf-16-le")) // 2
    position = types.Position(line=line, character=column + 1)
    hover = await client.text_document_hover_async(types.HoverParams(text_document=document, position=position))
    print("hover:", hover.contents.value.split("\n")[0])
    places = await client.text_document_definition_async(types.DefinitionParams(text_document=document, position=position))
    print("definition:", [(pathlib.PurePosixPath(p.uri).name, p.range.start.line + 1) for p in places])
    assert hover.contents.value and places
    edits = await client.text_document_formatting_async(types.DocumentFormattingParams(
        text_document=document, options=types.FormattingOptions(tab_size=2, insert_spaces=True)))
    print("formatting:", len(edits), "edits")
    await client.shutdown_async(None)
    client.exit(None)
    print("ok")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    asyncio.run(asyncio.wait_for(main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()), 180))

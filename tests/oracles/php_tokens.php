<?php

// Definitions of PHP files by PHP's own tokens, as `ctags.py --tags` reads them: a JSON object a line.
//
// Usage: cd CHECKOUT && git ls-files '*.php' | php php_tokens.php > TAGS

const KINDS = [T_FUNCTION => 'function', T_CLASS => 'class', T_INTERFACE => 'interface', T_TRAIT => 'trait'];

while (($path = fgets(STDIN)) !== false) {
    $path = trim($path);
    $tokens = array_values(array_filter(
        PhpToken::tokenize((string) file_get_contents($path)),
        fn (PhpToken $token) => !$token->isIgnorable(),
    ));
    $kinds = KINDS + (defined('T_ENUM') ? [T_ENUM => 'enum'] : []);
    $open = [];
    $depth = $parentheses = 0;
    $waiting = null;
    foreach ($tokens as $at => $token) {
        $next = $tokens[$at + 1] ?? null;
        if ($next?->text === '&' && $token->is(T_FUNCTION)) {
            $next = $tokens[$at + 2];
        }
        $before = $tokens[$at - 1] ?? null;
        $names = $next !== null && preg_match('/^[\w\x80-\xff]+$/', $next->text) && !$before?->is([T_USE, T_DOUBLE_COLON, T_NEW]);
        if (isset($kinds[$token->id]) && $names && !($before?->text === ',' && $token->is(T_FUNCTION))) {
            $waiting = ['kind' => $kinds[$token->id], 'name' => $next->text, 'line' => $token->line, 'at' => $parentheses];
        }
        match (true) {
            $token->text === '(' => $parentheses++,
            $token->text === ')' => $parentheses--,
            default => null,
        };
        $opens = $token->text === '{' || $token->is([T_CURLY_OPEN, T_DOLLAR_OPEN_CURLY_BRACES]);
        if ($opens) {
            $depth++;
            if ($waiting !== null && $parentheses === $waiting['at']) {
                $open[$depth] = $waiting;
                $waiting = null;
            }
        } elseif ($token->text === ';' && $waiting !== null) {
            show($path, $waiting, $token->line);
            $waiting = null;
        } elseif ($token->text === '}') {
            if (isset($open[$depth])) {
                show($path, $open[$depth], $token->line);
                unset($open[$depth]);
            }
            $depth--;
        }
    }
}

function show(string $path, array $tag, int $end): void
{
    unset($tag['at']);
    echo json_encode(['path' => $path, 'end' => $end] + $tag), "\n";
}

// Without a file of assembly the compiler takes no function without a body, such as those in codecs.go.
